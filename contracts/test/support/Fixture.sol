// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {AdminTimelock} from "../../src/AdminTimelock.sol";
import {DR} from "../../src/DR.sol";
import {DRGV} from "../../src/DRGV.sol";
import {DigitalRights} from "../../src/DigitalRights.sol";
import {Emission} from "../../src/Emission.sol";
import {Exchange} from "../../src/Exchange.sol";
import {Funding} from "../../src/Funding.sol";
import {PriceOracle} from "../../src/PriceOracle.sol";
import {RootRegistry} from "../../src/RootRegistry.sol";
import {TestUSDT} from "../../src/TestUSDT.sol";
import {USDR} from "../../src/USDR.sol";
import {Vouchers} from "../../src/Vouchers.sol";
import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IBurnable} from "../../src/interfaces/IBurnable.sol";
import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {IExchange} from "../../src/interfaces/IExchange.sol";
import {IUniswapV2Pair, IUniswapV2Router} from "../../src/interfaces/IUniswapV2.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {IFactory, IPairLiquidity, IRouter, Market} from "./Market.sol";
import {SignedMoney} from "./SignedMoney.sol";

/// @notice The whole product as it is deployed, on real pools: 1 DR = 0.50 USDT, 1 DRGV = 0.10 USDT, both
/// windows full.
abstract contract Fixture is Market, SignedMoney {
    /// @dev The amount that the customer's app approves (requirement, section 7): no "unlimited", so each use writes
    /// what is left.
    uint256 internal constant APPROVAL = 9e28;
    uint256 internal constant MIN_DEPTH = 50_000e18;

    address internal immutable alice = makeAddr("alice");
    address internal immutable bob = makeAddr("bob");
    address internal immutable pauser = makeAddr("pauser");
    address internal immutable proposer = makeAddr("proposer");
    address internal immutable guardian = makeAddr("guardian");
    address internal immutable attester = makeAddr("attester");
    address internal immutable witness = makeAddr("witness");
    address internal immutable treasury = makeAddr("treasury");
    address internal immutable vesting = makeAddr("vesting");
    /// @dev A fresh account, so that Emission's address is known before DR is deployed.
    address internal immutable emissionDeployer = makeAddr("emissionDeployer");
    address internal signer;
    address internal standby;

    TestUSDT internal usdt;
    USDR internal usdr;
    DR internal dr;
    DRGV internal drgv;
    Emission internal emission;
    Funding internal funding;
    PriceOracle internal oracle;
    RootRegistry internal registry;
    AdminTimelock internal timelock;
    IFactory internal factory;
    IRouter internal router;
    IUniswapV2Pair internal drPair;
    IUniswapV2Pair internal drgvPair;

    function setUp() public virtual {
        vm.warp(1_795_000_000);
        (signer, standby) = (vm.addr(SIGNER_KEY), vm.addr(STANDBY_KEY));
        (factory, router) = deployMarket();
        timelock = new AdminTimelock(proposer, guardian);
        deployTokens();
        createPairs();
        oracle = newOracle(drPair, drgvPair, MIN_DEPTH);
        // two vaults, then the node vault and the main contract, then the registry
        registry = RootRegistry(vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 4));
        vault = newVault(setupOf(0, address(0)), defaultCaps());
        deflationVault = newVault(setupOf(1, address(0)), defaultCaps());
        vm.prank(emissionDeployer);
        emission = new Emission(IERC20(address(dr)), address(vault));
        require(dr.balanceOf(address(emission)) == 73_000_000e18, "emission address predicted wrongly");
        nodeVault =
            newVault(setupOf(2, vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 1)), defaultCaps());
        rights = new DigitalRights(address(timelock), pauser, signer, standby, parts());
        require(nodeVault.DEPOSITOR() == address(rights), "rights address predicted wrongly");
        RootRegistry deployed = new RootRegistry(address(timelock), attester, witness, vault, deflationVault, nodeVault);
        require(address(deployed) == address(registry), "registry address predicted wrongly");
        funding = new Funding(
            IERC20(address(usdt)),
            IERC20(address(dr)),
            treasury,
            address(vault),
            address(deflationVault),
            address(nodeVault)
        );
        exchange = new Exchange(
            address(timelock),
            pauser,
            signer,
            standby,
            exchangeParts(),
            IExchange.Cap(1_000, 25_000e18),
            IExchange.Cap(1_000, 50_000e18)
        );
        _addLiquidity(address(dr), 2_000_000e18, 1_000_000e18);
        _addLiquidity(address(drgv), 10_000_000e18, 1_000_000e18);
        skip(1 days);
        exchange.recordDepths();
    }

    /// @dev The tokens that have a pool with USDT.
    function pricedTokens() internal view returns (IERC20[] memory tokens) {
        tokens = new IERC20[](2);
        (tokens[0], tokens[1]) = (IERC20(address(dr)), IERC20(address(drgv)));
    }

    /// @dev The fixture's tokens with its USDT, without liquidity.
    function createPairs() internal {
        drPair = IUniswapV2Pair(factory.createPair(address(dr), address(usdt)));
        drgvPair = IUniswapV2Pair(factory.createPair(address(drgv), address(usdt)));
    }

    /// @dev Another oracle of the fixture's tokens and router, as they are now. Calls nothing before the
    /// constructor, whose revert can thus be expected.
    function newOracle(IUniswapV2Pair first, IUniswapV2Pair second, uint256 minDepth) internal returns (PriceOracle) {
        return new PriceOracle(
            address(usdt), address(dr), address(drgv), first, second, IUniswapV2Router(address(router)), minDepth
        );
    }

    function setupOf(uint256 index, address depositor) internal view returns (IWithdrawalVault.Setup memory) {
        return IWithdrawalVault.Setup({
            index: index,
            dr: IBurnable(address(dr)),
            usdt: IERC20(address(usdt)),
            oracle: oracle,
            depositor: depositor,
            rootRegistry: registry
        });
    }

    function newVault(IWithdrawalVault.Setup memory setup, IWithdrawalVault.Caps memory drCaps)
        internal
        returns (WithdrawalVault)
    {
        return new WithdrawalVault(address(timelock), pauser, signer, standby, setup, drCaps, usdtCaps());
    }

    /// @dev Another main contract, with a node vault of its own.
    function newRights(IDigitalRights.Parts memory wired) internal returns (DigitalRights) {
        address at = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 1);
        wired.nodeVault = newVault(setupOf(2, at), defaultCaps());
        return new DigitalRights(address(timelock), pauser, signer, standby, wired);
    }

    function usdtCaps() internal pure returns (IWithdrawalVault.Caps memory) {
        return IWithdrawalVault.Caps({vaultDailyBps: 500, vaultDailyFloor: 25_000e18, accountDaily: 10_000e18});
    }

    function defaultCaps() internal pure returns (IWithdrawalVault.Caps memory) {
        return IWithdrawalVault.Caps({vaultDailyBps: 500, vaultDailyFloor: 50_000e18, accountDaily: 20_000e18});
    }

    function parts() internal view returns (IDigitalRights.Parts memory) {
        return IDigitalRights.Parts({
            usdt: IERC20(address(usdt)),
            usdr: IERC20(address(usdr)),
            dr: IBurnable(address(dr)),
            drgv: IBurnable(address(drgv)),
            oracle: oracle,
            treasury: treasury,
            nodeVault: nodeVault
        });
    }

    function exchangeParts() internal view returns (IExchange.Parts memory) {
        return IExchange.Parts({
            usdt: IERC20(address(usdt)),
            usdr: IERC20(address(usdr)),
            dr: IERC20(address(dr)),
            drgv: IERC20(address(drgv)),
            oracle: oracle,
            deflationVault: address(deflationVault),
            nodeVault: address(nodeVault)
        });
    }

    /// @dev Gives `account` DR and USDR and approves `rights` as the app does.
    function equipForPower(address account, uint256 drAmount, uint256 usdrAmount) internal {
        dr.transfer(account, drAmount);
        usdt.approve(address(usdr), usdrAmount);
        usdr.depositFor(account, usdrAmount);
        vm.startPrank(account);
        dr.approve(address(rights), APPROVAL);
        usdr.approve(address(rights), APPROVAL);
        vm.stopPrank();
    }

    /// @dev Gives `account` USDT and DRGV and approves `rights` as the app does.
    function equip(address account, uint256 usdtAmount, uint256 drgvAmount) internal {
        usdt.transfer(account, usdtAmount);
        drgv.transfer(account, drgvAmount);
        vm.startPrank(account);
        usdt.approve(address(rights), APPROVAL);
        drgv.approve(address(rights), APPROVAL);
        vm.stopPrank();
    }

    function swap(address tokenIn, address tokenOut, uint256 amountIn) internal {
        address[] memory path = new address[](2);
        (path[0], path[1]) = (tokenIn, tokenOut);
        IERC20(tokenIn).approve(address(router), amountIn);
        router.swapExactTokensForTokens(amountIn, 0, path, address(this), block.timestamp);
    }

    /// @dev Takes this much of a pool's liquidity out.
    function takeLiquidity(IUniswapV2Pair pair, uint256 liquidity) internal {
        IERC20(address(pair)).transfer(address(pair), liquidity);
        IPairLiquidity(address(pair)).burn(address(this));
    }

    /// @dev Time with a keeper at work, who records an observation every ten minutes.
    function letPass(uint256 duration) internal {
        uint256 end = block.timestamp + duration;
        while (block.timestamp + 10 minutes < end) {
            skip(10 minutes);
            oracle.update();
        }
        vm.warp(end);
        oracle.update();
    }

    /// @dev Revokes the signer and then the standby: no voucher is accepted any more.
    function revokeAll(IVouchers subject) internal {
        vm.startPrank(pauser);
        subject.revokeSigner();
        subject.revokeSigner();
        vm.stopPrank();
        assertEq(subject.signer(), address(0));
    }

    /// @dev Carries `data` out on `target` through the time-lock, as the admin must.
    function throughTimelock(address target, bytes memory data) internal {
        vm.prank(proposer);
        timelock.schedule(target, 0, data, 0, 0, 14 days);
        skip(14 days);
        timelock.execute(target, 0, data, 0, 0);
    }

    /// @dev Slot 2 holds the nonces of a contract with vouchers, the nonce in the lowest 64 bits.
    function setNonce(address target, address account, uint256 nonce) internal {
        vm.store(target, keccak256(abi.encode(account, 2)), bytes32(nonce));
        assertEq(IVouchers(target).nonces(account), nonce);
    }

    function deployTokens() internal virtual {
        usdt = new TestUSDT(address(this), 100_000_000e18);
        usdr = new USDR(IERC20(address(usdt)));
        address[] memory holders = new address[](3);
        uint256[] memory amounts = new uint256[](3);
        holders[0] = vm.computeCreateAddress(emissionDeployer, 0);
        (holders[1], holders[2]) = (address(this), vesting);
        (amounts[0], amounts[1], amounts[2]) = (73_000_000e18, 17_000_000e18, 10_000_000e18);
        dr = new DR(holders, amounts);

        holders = new address[](2);
        amounts = new uint256[](2);
        (holders[0], holders[1]) = (address(this), vesting);
        (amounts[0], amounts[1]) = (80_000_000e18, 20_000_000e18);
        drgv = new DRGV(holders, amounts);
    }

    function _addLiquidity(address token, uint256 tokenAmount, uint256 usdtAmount) private {
        IERC20(token).approve(address(router), tokenAmount);
        usdt.approve(address(router), usdtAmount);
        router.addLiquidity(token, address(usdt), tokenAmount, usdtAmount, 0, 0, address(this), block.timestamp);
    }
}
