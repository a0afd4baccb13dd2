// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {RootRegistry} from "../../../src/RootRegistry.sol";
import {WithdrawalVault} from "../../../src/WithdrawalVault.sol";
import {IBurnable} from "../../../src/interfaces/IBurnable.sol";
import {Proof} from "../../../src/interfaces/IRootRegistry.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {UnrulyToken} from "../../invariant/UnrulyToken.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";
import {CallingToken} from "../../unit/Reentrancy.t.sol";

/// @notice Tokens that no real one of ours is: they call back, take fees, answer `false`. A claim counts once,
/// before anything leaves, and a token's fee is the account's own loss.
contract ExitTokensTest is ExitFixture {
    CallingToken private calling;
    UnrulyToken private unruly;
    WithdrawalVault private withCalling;
    WithdrawalVault private withUnruly;
    RootRegistry private registryOfCalling;

    /// @dev Three vaults and their registry, with other tokens; the test records deposits.
    function _newSet(IBurnable dr_, IERC20 usdt_) private returns (WithdrawalVault node, RootRegistry itsRegistry) {
        RootRegistry kept = registry;
        registry = RootRegistry(vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 3));
        WithdrawalVault[3] memory set;
        for (uint256 i = 0; i < 3; ++i) {
            IWithdrawalVault.Setup memory setup = setupOf(i, i == 2 ? address(this) : address(0));
            (setup.dr, setup.usdt) = (dr_, usdt_);
            set[i] = newVault(setup, defaultCaps());
        }
        itsRegistry = new RootRegistry(address(timelock), attester, witness, set[0], set[1], set[2]);
        assertEq(address(itsRegistry), address(registry));
        registry = kept;
        return (set[2], itsRegistry);
    }

    function setUp() public override {
        super.setUp();
        (calling, unruly) = (new CallingToken(), new UnrulyToken(1_000_000e18));
        (withCalling, registryOfCalling) = _newSet(IBurnable(address(calling)), IERC20(address(usdt)));
        (withUnruly,) = _newSet(IBurnable(address(dr)), IERC20(address(unruly)));
        calling.transfer(address(withCalling), 1_000e18);
        withCalling.recordDeposit(alice, address(calling), 600e18);
        unruly.transfer(address(withUnruly), 1_000e18);
        withUnruly.recordDeposit(alice, address(unruly), 600e18);
        // what alice received burns: a claim of bob's calls the token twice
        vm.prank(alice);
        withCalling.transferWithin(address(calling), bob, 100e18, noProof());
    }

    function _assertNotEntered(bytes memory again) private {
        address[2] memory claimers = [alice, bob];
        for (uint256 i = 0; i < 2; ++i) {
            calling.arm(address(withCalling), again);
            vm.prank(claimers[i]);
            vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
            withCalling.claim(address(calling), ALL, noProof());
            calling.arm(address(0), "");
        }
    }

    /// @dev From the transfer and from the burn, into each call that moves money.
    function test_attack_reentrantToken() public {
        Proof memory none = noProof();
        _assertNotEntered(abi.encodeCall(IWithdrawalVault.claim, (address(calling), ALL, none)));
        _assertNotEntered(abi.encodeCall(IWithdrawalVault.transferWithin, (address(calling), bob, 1e18, none)));
        _assertNotEntered(
            abi.encodeCall(IWithdrawalVault.withdrawDR, (1e18, 0, 1, block.timestamp + 600, new bytes(65)))
        );
        _assertNotEntered(
            abi.encodeCall(IWithdrawalVault.withdrawUSDT, (1e18, 0, 1, block.timestamp + 600, new bytes(65)))
        );
        vm.prank(alice);
        withCalling.claim(address(calling), ALL, none);
        vm.prank(bob);
        withCalling.claim(address(calling), ALL, none);
        assertEq(calling.balanceOf(alice), 500e18);
        assertEq(calling.balanceOf(bob), 95e18);
    }

    /// @dev A look at the vault while the tokens leave finds the claim counted already.
    function test_attack_reentrantReader() public {
        CountedReader reader = new CountedReader(withCalling, address(calling), alice);
        calling.arm(address(reader), abi.encodeCall(CountedReader.look, ()));
        vm.prank(alice);
        withCalling.claim(address(calling), 300e18, noProof());
        assertEq(reader.seenPaid(), 400e18);
        assertEq(reader.seenClaimable(), 200e18);
    }

    function test_attack_feeOnTransferToken() public {
        unruly.behave(UnrulyToken.Manner.Fee, 1_000, address(0));
        vm.prank(alice);
        withUnruly.claim(address(unruly), 400e18, noProof());
        assertEq(unruly.balanceOf(alice), 360e18, "the fee is the account's loss");
        assertEq(withUnruly.paid(alice, address(unruly)), 400e18);
        assertEq(unruly.balanceOf(address(withUnruly)), 600e18, "and not the vault's");
        vm.prank(alice);
        withUnruly.claim(address(unruly), ALL, noProof());
        assertEq(withUnruly.paid(alice, address(unruly)), 600e18);
        assertEq(unruly.balanceOf(address(withUnruly)), 400e18);
    }

    /// @dev A token that answers `false` or reverts: nothing is counted, and the claim is there later.
    function test_attack_tokenThatRefuses() public {
        UnrulyToken.Manner[3] memory manners =
            [UnrulyToken.Manner.False, UnrulyToken.Manner.FalseThoughMoved, UnrulyToken.Manner.Reverts];
        for (uint256 i = 0; i < 3; ++i) {
            unruly.behave(manners[i], 0, address(0));
            vm.prank(alice);
            if (i == 2) {
                vm.expectRevert("refused");
            } else {
                vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(unruly)));
            }
            withUnruly.claim(address(unruly), ALL, noProof());
            assertEq(withUnruly.paid(alice, address(unruly)), 0);
            assertEq(withUnruly.nonces(alice), 0);
        }
        unruly.behave(UnrulyToken.Manner.Silent, 0, address(0));
        vm.prank(alice);
        withUnruly.claim(address(unruly), ALL, noProof());
        assertEq(unruly.balanceOf(alice), 600e18);
    }

    /// @dev Tokens that the vault does not pay: its own registry's, or any other.
    function test_attack_tokenThatTheVaultDoesNotPay() public {
        calling.transfer(address(nodeVault), 100e18);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.TokenNotSupported.selector, address(calling)));
        nodeVault.claim(address(calling), ALL, noProof());
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.TokenNotSupported.selector, address(drgv)));
        nodeVault.transferWithin(address(drgv), bob, 1e18, noProof());
    }
}

/// @notice Reads what a vault counts for an account, when it is called.
contract CountedReader {
    WithdrawalVault private immutable from;
    address private immutable token;
    address private immutable account;
    uint256 public seenPaid;
    uint256 public seenClaimable;

    constructor(WithdrawalVault from_, address token_, address account_) {
        (from, token, account) = (from_, token_, account_);
    }

    function look() external {
        (seenPaid, seenClaimable) = (from.paid(account, token), from.claimable(account, token, 0));
    }
}
