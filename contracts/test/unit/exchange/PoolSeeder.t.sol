// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {PoolSeeder} from "../../../src/PoolSeeder.sol";
import {IPoolSeeder} from "../../../src/interfaces/IPoolSeeder.sol";
import {IUniswapV2Pair} from "../../../src/interfaces/IUniswapV2.sol";
import {Fixture} from "../../support/Fixture.sol";

interface ISyncedPair is IUniswapV2Pair {
    function sync() external;
    function balanceOf(address account) external view returns (uint256);
}

contract PoolSeederTest is Fixture {
    PoolSeeder internal seeder;
    ISyncedPair internal pair; // of USDR and USDT, empty as after a deployment

    function setUp() public override {
        super.setUp();
        seeder = new PoolSeeder();
        usdt.approve(address(usdr), 10_000e18);
        usdr.depositFor(address(this), 10_000e18);
        pair = ISyncedPair(factory.createPair(address(usdr), address(usdt)));
        usdr.approve(address(seeder), APPROVAL);
        usdt.approve(address(seeder), APPROVAL);
    }

    /// @dev Gives the pair `usdtAmount` of USDT as a stranger does, and has it take them for reserves.
    function _donate(uint256 usdtAmount) internal {
        usdt.transfer(bob, usdtAmount);
        vm.startPrank(bob);
        usdt.transfer(address(pair), usdtAmount);
        pair.sync();
        vm.stopPrank();
    }

    function _seed(uint256 usdrAmount, uint256 usdtAmount) internal returns (uint256) {
        bool first = pair.token0() == address(usdr);
        return seeder.seed(pair, first ? usdrAmount : usdtAmount, first ? usdtAmount : usdrAmount);
    }

    function _expectReserves(uint256 usdrAmount, uint256 usdtAmount) internal view {
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        bool first = pair.token0() == address(usdr);
        assertEq(first ? reserve0 : reserve1, usdrAmount);
        assertEq(first ? reserve1 : reserve0, usdtAmount);
    }

    function test_seed_fillsAnEmptyPairAtThePriceMeantAndGivesTheCallerTheLiquidity() public {
        uint256 liquidity = _seed(500e18, 250e18);
        _expectReserves(500e18, 250e18);
        assertEq(pair.balanceOf(address(this)), liquidity);
        assertEq(usdr.balanceOf(address(seeder)), 0);
        assertEq(usdt.balanceOf(address(seeder)), 0);
    }

    /// @dev The audit's L-1: one base unit and `sync` made the router's first `addLiquidity` revert.
    function test_attack_aDonationNeitherStopsTheFirstLiquidityNorMovesItsPrice() public {
        uint256[3] memory donations = [uint256(1), 1e18, 249e18];
        for (uint256 i = 0; i < 3; ++i) {
            uint256 snapshot = vm.snapshotState();
            _donate(donations[i]);
            usdr.approve(address(router), APPROVAL);
            usdt.approve(address(router), APPROVAL);
            vm.expectRevert(bytes("UniswapV2Library: INSUFFICIENT_LIQUIDITY"));
            router.addLiquidity(address(usdr), address(usdt), 500e18, 250e18, 0, 0, address(this), block.timestamp);
            assertGt(_seed(500e18, 250e18), 0);
            _expectReserves(500e18, 250e18);
            vm.revertToState(snapshot);
        }
    }

    function test_seed_isAnnounced() public {
        bool first = pair.token0() == address(usdr);
        (uint256 amount0, uint256 amount1) = first ? (uint256(400e18), uint256(100e18)) : (100e18, 400e18);
        vm.expectEmit(address(seeder));
        emit IPoolSeeder.Seeded(address(pair), address(this), amount0, amount1, 200e18 - 1_000); // what the pair keeps
        assertEq(seeder.seed(pair, amount0, amount1), 200e18 - 1_000);
    }

    /// @dev A stranger has given all that one side shall hold: nothing of it is pulled from the caller.
    function test_seed_takesADonationOfAllOfOneSide() public {
        usdt.transfer(address(pair), 250e18); // without `sync`: the pair does not count it as a reserve
        uint256 before = usdt.balanceOf(address(this));
        _seed(500e18, 250e18);
        _expectReserves(500e18, 250e18);
        assertEq(usdt.balanceOf(address(this)), before);
    }

    /// @dev Either reserve alone being wrong is enough.
    function test_seed_revertsWhenOneReserveIsWrong() public {
        vm.mockCall(address(pair), abi.encodeCall(pair.mint, (address(this))), abi.encode(1));
        uint112[2][2] memory reserves = [[uint112(1e18), 2e18], [uint112(2e18), 1e18]];
        for (uint256 i = 0; i < 2; ++i) {
            (uint112 reserve0, uint112 reserve1) = (reserves[i][0], reserves[i][1]);
            vm.mockCall(address(pair), abi.encodeCall(pair.getReserves, ()), abi.encode(reserve0, reserve1, uint32(0)));
            vm.expectRevert(abi.encodeWithSelector(IPoolSeeder.ReservesWrong.selector, reserve0, reserve1));
            seeder.seed(pair, 1e18, 1e18);
        }
    }

    function test_seed_revertsWhenMoreWasDonatedThanThePoolShallHold() public {
        _donate(250e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(IPoolSeeder.TooMuchDonated.selector, address(usdt), 250e18 + 1, 250e18));
        this.seedFromOutside();
    }

    function seedFromOutside() external {
        _seed(500e18, 250e18);
    }

    function test_seed_revertsForAPairThatHasLiquidity() public {
        _seed(500e18, 250e18);
        vm.expectRevert(abi.encodeWithSelector(IPoolSeeder.AlreadySeeded.selector, address(pair)));
        seeder.seed(pair, 1e18, 1e18);
    }

    function test_seed_revertsWhenATokenTakesAFee() public {
        vm.mockCall(address(pair), abi.encodeCall(pair.mint, (address(this))), abi.encode(1));
        vm.expectRevert(abi.encodeWithSelector(IPoolSeeder.ReservesWrong.selector, 0, 0));
        seeder.seed(pair, 1e18, 1e18);
    }
}
