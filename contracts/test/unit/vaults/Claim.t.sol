// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IRootRegistry, Proof} from "../../../src/interfaces/IRootRegistry.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {Deployed} from "../../../src/libraries/Deployed.sol";
import {RollingDay} from "../../../src/libraries/RollingDay.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

contract ClaimTest is ExitFixture {
    IERC20 private _dr;
    IERC20 private _usdt;

    function setUp() public override {
        super.setUp();
        (_dr, _usdt) = (IERC20(address(dr)), IERC20(address(usdt)));
        // others' money, so that the vaults hold more than any claim
        earn(vault, _dr, bob, 10_000e18);
        earn(deflationVault, _usdt, bob, 10_000e18);
        earn(nodeVault, _dr, bob, 10_000e18);
        earn(nodeVault, _usdt, bob, 10_000e18);
    }

    function test_constructor_revertsWithoutARegistry() public {
        IWithdrawalVault.Setup memory setup = setupOf(0, address(0));
        setup.rootRegistry = IRootRegistry(address(0));
        vm.expectRevert(Deployed.ZeroAddress.selector);
        newVault(setup, defaultCaps());
        assertEq(address(vault.ROOT_REGISTRY()), address(registry));
    }

    function test_claim_paysDrAndBurnsTheRate() public {
        earn(vault, _dr, alice, 1_000e18);
        uint256 epoch = postFinal();
        uint256 supply = dr.totalSupply();
        (uint256 used, uint256 usedOwn) = _used(alice);
        vm.expectEmit(address(vault));
        emit IWithdrawalVault.Claimed(alice, address(dr), epoch, 0, 400e18, 20e18);
        claim(alice, vault, _dr, 400e18, proofOf(epoch, vault, _dr, alice));
        assertEq(dr.balanceOf(alice), 380e18);
        assertEq(dr.totalSupply(), supply - 20e18);
        assertEq(vault.paid(alice, address(dr)), 400e18);
        assertEq(vault.totalPaid(address(dr)), 400e18);
        assertEq(vault.totalKept(address(dr)), 0);
        assertEq(vault.nonces(alice), 1);
        assertEq(vault.lastOrderId(alice), 0);
        (uint256 usedNow, uint256 usedOwnNow) = _used(alice);
        assertEq(usedNow, used);
        assertEq(usedOwnNow, usedOwn);
        claim(alice, vault, _dr, ALL, proofOf(epoch, vault, _dr, alice));
        assertEq(vault.paid(alice, address(dr)), 1_000e18);
        assertEq(vault.claimable(alice, address(dr), 1_000e18), 0);
    }

    function test_claim_keepsTheShareOfUsdtInTheVault() public {
        earn(deflationVault, _usdt, alice, 1_000e18);
        uint256 epoch = postFinal();
        uint256 held = usdt.balanceOf(address(deflationVault));
        vm.expectEmit(address(deflationVault));
        emit IWithdrawalVault.Claimed(alice, address(usdt), epoch, 0, 1_000e18, 50e18);
        claim(alice, deflationVault, _usdt, 1_000e18, proofOf(epoch, deflationVault, _usdt, alice));
        assertEq(usdt.balanceOf(alice), 950e18);
        assertEq(usdt.balanceOf(address(deflationVault)), held - 950e18);
        assertEq(deflationVault.totalKept(address(usdt)), 50e18);
        assertEq(deflationVault.totalPaid(address(usdt)), 1_000e18);
        assertEq(deflationVault.totalKept(address(dr)), 0);
    }

    /// @dev Deposits need no proof; what was earned besides burns, whichever is claimed first.
    function test_claim_paysDepositsWhole() public {
        depositFor(alice, _usdt, 300e18);
        earn(nodeVault, _usdt, alice, 100e18);
        uint256 epoch = postFinal();
        assertEq(nodeVault.unreturned(alice, address(usdt)), 300e18);
        assertEq(nodeVault.credited(alice, address(usdt)), 300e18);
        assertEq(nodeVault.free(alice, address(usdt)), 300e18);
        assertEq(nodeVault.claimable(alice, address(usdt), 0), 300e18);
        assertEq(nodeVault.claimable(alice, address(usdt), 100e18), 400e18);
        claim(alice, nodeVault, _usdt, 250e18, noProof());
        assertEq(usdt.balanceOf(alice), 250e18);
        assertEq(nodeVault.unreturned(alice, address(usdt)), 50e18);
        vm.expectEmit(address(nodeVault));
        emit IWithdrawalVault.Claimed(alice, address(usdt), epoch, 1, 150e18, 5e18);
        claim(alice, nodeVault, _usdt, ALL, proofOf(epoch, nodeVault, _usdt, alice));
        assertEq(usdt.balanceOf(alice), 395e18);
        assertEq(nodeVault.unreturned(alice, address(usdt)), 0);
    }

    /// @dev What left before a deposit takes nothing of it: `free` begins at what left.
    function test_recordDeposit_isWholeAfterWhatWasPaidBefore() public {
        earn(nodeVault, _dr, alice, 500e18);
        uint256 epoch = postFinal();
        claim(alice, nodeVault, _dr, 500e18, proofOf(epoch, nodeVault, _dr, alice));
        depositFor(alice, _dr, 70e18);
        depositFor(alice, _dr, 30e18);
        assertEq(nodeVault.free(alice, address(dr)), 600e18);
        assertEq(nodeVault.credited(alice, address(dr)), 100e18);
        assertEq(nodeVault.unreturned(alice, address(dr)), 100e18);
        assertEq(nodeVault.claimable(alice, address(dr), 0), 100e18);
        assertEq(nodeVault.claimable(alice, address(dr), 500e18), 100e18);
        assertEq(nodeVault.claimable(alice, address(dr), 510e18), 110e18);
    }

    function test_claim_revertsForWrongAmounts() public {
        earn(vault, _dr, alice, 2e18);
        uint256 epoch = postFinal();
        Proof memory proof = proofOf(epoch, vault, _dr, alice);
        vm.startPrank(alice);
        vm.expectRevert(IWithdrawalVault.AmountZero.selector);
        vault.claim(address(dr), 0, proof);
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.ClaimableExceeded.selector, 2e18 + 1, 2e18));
        vault.claim(address(dr), 2e18 + 1, proof);
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.AmountTooSmall.selector, 1e18 - 1, 1e18));
        vault.claim(address(dr), 1e18 - 1, proof);
        vault.claim(address(dr), 1e18 + 1, proof);
        vault.claim(address(dr), 1e18 - 1, proof); // all there is
        vm.expectRevert(IWithdrawalVault.AmountZero.selector);
        vault.claim(address(dr), ALL, proof);
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.TokenNotSupported.selector, address(usdt)));
        vault.claim(address(usdt), 1e18, noProof());
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.TokenNotSupported.selector, address(drgv)));
        nodeVault.claim(address(drgv), 1e18, noProof());
    }

    function test_claim_revertsWithoutAFinalProof() public {
        earn(vault, _dr, alice, 2e18);
        uint256 epoch = post();
        Proof memory proof = proofOf(epoch, vault, _dr, alice);
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.EpochNotFinal.selector, epoch));
        claim(alice, vault, _dr, 2e18, proof);
        confirm(epoch);
        skip(7 days);
        proof.earned += 1;
        vm.expectRevert(IRootRegistry.ProofInvalid.selector);
        claim(alice, vault, _dr, 2e18, proof);
        proof.earned -= 1;
        claim(alice, vault, _dr, 2e18, proof);
    }

    /// @dev The count of 120 bits, which no day's limit bounds here, is checked.
    function test_claim_revertsBeyondWhatTheCountHolds() public {
        bytes32 head = keccak256(abi.encode(address(dr), keccak256(abi.encode(alice, _windowsSlot()))));
        vm.store(address(vault), head, bytes32(uint256(type(uint120).max - 1e18) << 136));
        assertEq(vault.paid(alice, address(dr)), type(uint120).max - 1e18);
        uint256 amount = 1e18 + 1;
        vm.mockCall(
            address(registry),
            abi.encodeWithSelector(IRootRegistry.granted.selector),
            abi.encode(uint256(type(uint120).max) + 1)
        );
        vm.expectRevert(RollingDay.TotalOverflow.selector);
        claim(alice, vault, _dr, amount, noProof());
        claim(alice, vault, _dr, amount - 1, noProof());
        assertEq(vault.paid(alice, address(dr)), type(uint120).max);
    }

    function test_transferWithin_movesTheClaimAlone() public {
        depositFor(alice, _usdt, 300e18);
        earn(nodeVault, _usdt, alice, 100e18);
        uint256 epoch = postFinal();
        uint256 held = usdt.balanceOf(address(nodeVault));
        vm.expectEmit(address(nodeVault));
        emit IWithdrawalVault.TransferredWithin(alice, carol, address(usdt), epoch, 0, 350e18);
        transferWithin(alice, nodeVault, _usdt, carol, 350e18, proofOf(epoch, nodeVault, _usdt, alice));
        assertEq(usdt.balanceOf(address(nodeVault)), held);
        assertEq(nodeVault.nonces(alice), 1);
        assertEq(nodeVault.nonces(carol), 0);
        assertEq(nodeVault.paid(alice, address(usdt)), 350e18);
        assertEq(nodeVault.credited(carol, address(usdt)), 350e18);
        assertEq(nodeVault.free(carol, address(usdt)), 0);
        assertEq(nodeVault.totalTransferred(address(usdt)), 350e18);
        assertEq(nodeVault.totalPaid(address(usdt)), 0);
        assertEq(nodeVault.totalDeposited(address(usdt)), 300e18);
        assertEq(nodeVault.unreturned(alice, address(usdt)), 0);
        claim(carol, nodeVault, _usdt, ALL, noProof());
        assertEq(usdt.balanceOf(carol), 332.5e18); // it burns as what is earned
    }

    function test_transferWithin_reverts() public {
        depositFor(alice, _usdt, 300e18);
        address[5] memory none = [address(0), alice, address(vault), address(deflationVault), address(nodeVault)];
        vm.startPrank(alice);
        for (uint256 i = 0; i < none.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.RecipientInvalid.selector, none[i]));
            nodeVault.transferWithin(address(usdt), none[i], 1e18, noProof());
        }
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.AmountTooSmall.selector, 1e18 - 1, 1e18));
        nodeVault.transferWithin(address(usdt), carol, 1e18 - 1, noProof());
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.ClaimableExceeded.selector, ALL, 300e18));
        nodeVault.transferWithin(address(usdt), carol, ALL, noProof());
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.TokenNotSupported.selector, address(usdt)));
        vault.transferWithin(address(usdt), carol, 1e18, noProof());
        registry.lockClaims();
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.ClaimsAreLocked.selector, type(uint256).max));
        nodeVault.transferWithin(address(usdt), carol, 1e18, noProof());
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.ClaimsAreLocked.selector, type(uint256).max));
        nodeVault.claim(address(usdt), 1e18, noProof());
    }

    function test_freshDeposits_areTodaysAndYesterdays() public {
        _midnight();
        depositFor(alice, _usdt, 100e18);
        skip(1 days);
        depositFor(alice, _usdt, 40e18);
        assertEq(nodeVault.freshDeposits(address(usdt)), 140e18);
        assertEq(nodeVault.freshDeposits(address(dr)), 0);
        skip(1 days - 1);
        assertEq(nodeVault.freshDeposits(address(usdt)), 140e18);
        skip(1);
        assertEq(nodeVault.freshDeposits(address(usdt)), 40e18);
        depositFor(alice, _usdt, 3e18);
        assertEq(nodeVault.freshDeposits(address(usdt)), 43e18);
        skip(2 days);
        assertEq(nodeVault.freshDeposits(address(usdt)), 0);
        depositFor(alice, _usdt, 2e18);
        assertEq(nodeVault.freshDeposits(address(usdt)), 2e18);
        assertEq(vault.freshDeposits(address(dr)), 0);
    }

    function test_freshDeposits_loseWhatIsClaimedBackTodaysFirst() public {
        _midnight();
        depositFor(alice, _usdt, 100e18);
        skip(1 days);
        depositFor(alice, _usdt, 40e18);
        claim(alice, nodeVault, _usdt, 50e18, noProof());
        assertEq(nodeVault.freshDeposits(address(usdt)), 90e18);
        skip(1 days);
        assertEq(nodeVault.freshDeposits(address(usdt)), 0);
        depositFor(carol, _usdt, 7e18);
        claim(alice, nodeVault, _usdt, 90e18, noProof()); // more than there is of fresh ones
        assertEq(nodeVault.freshDeposits(address(usdt)), 0);
    }

    /// @dev Of a claim only the part that does not burn is a deposit that goes.
    function test_freshDeposits_keepWhatIsClaimedOfEarnings() public {
        depositFor(carol, _usdt, 100e18);
        earn(nodeVault, _usdt, alice, 60e18);
        skip(2 days);
        uint256 epoch = postFinal();
        depositFor(carol, _usdt, 100e18);
        depositFor(alice, _usdt, 10e18);
        claim(alice, nodeVault, _usdt, ALL, proofOf(epoch, nodeVault, _usdt, alice));
        assertEq(nodeVault.freshDeposits(address(usdt)), 100e18);
    }

    function test_vaultDaily_leavesFreshDepositsOutDownToTheFloor() public {
        usdt.transfer(address(nodeVault), 990_000e18); // a million with the fixture's
        (, uint256 limit) = nodeVault.vaultDaily(address(usdt));
        assertEq(limit, 50_000e18);
        depositFor(alice, _usdt, 1_000_000e18);
        (, limit) = nodeVault.vaultDaily(address(usdt));
        assertEq(limit, 50_000e18);
        skip(2 days);
        (, limit) = nodeVault.vaultDaily(address(usdt));
        assertEq(limit, 100_000e18);
        depositFor(alice, _usdt, 1_000_000e18);
        vm.startPrank(address(nodeVault));
        usdt.transfer(bob, 2_500_000e18); // less than what is fresh is left
        vm.stopPrank();
        (, limit) = nodeVault.vaultDaily(address(usdt));
        assertEq(limit, 25_000e18);
    }

    function _midnight() private {
        vm.warp((block.timestamp / 1 days + 1) * 1 days);
    }

    function _used(address account) private view returns (uint256 used, uint256 usedOwn) {
        (used,) = vault.vaultDaily(address(dr));
        (usedOwn,) = vault.accountDaily(account, address(dr));
    }

    /// @dev The slot of the accounts' windows, found by what a claim writes.
    function _windowsSlot() private returns (uint256 slot) {
        uint256 state = vm.snapshotState();
        depositFor(thief, _dr, 3e18);
        vm.record();
        claim(thief, nodeVault, _dr, 3e18, noProof());
        (, bytes32[] memory writes) = vm.accesses(address(nodeVault));
        for (slot = 0; slot < 30; ++slot) {
            bytes32 head = keccak256(abi.encode(address(dr), keccak256(abi.encode(thief, slot))));
            for (uint256 i = 0; i < writes.length; ++i) {
                if (writes[i] != head || uint256(vm.load(address(nodeVault), head)) >> 136 != 3e18) continue;
                vm.revertToState(state);
                return slot;
            }
        }
        revert("no such slot");
    }
}
